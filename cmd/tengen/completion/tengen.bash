# Completion of tengen for bash 3.2 or later. To use it in this shell: source <(tengen completion bash)
# The program lists the candidates: see completion.go in cmd/tengen.

_tengen() {
	local cur=${COMP_WORDS[COMP_CWORD]} line
	[[ $cur == '=' ]] && cur= # bash makes "=" a word of its own
	COMPREPLY=()
	while IFS= read -r line; do
		case $line in
		:files)
			compopt -o filenames 2>/dev/null # bash 3.2 has no compopt
			while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")
			;;
		:folders)
			compopt -o filenames 2>/dev/null
			while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$cur")
			;;
		*) COMPREPLY+=("${line%%$'\t'*}") ;;
		esac
	done < <("$1" complete -- "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null)
}

complete -F _tengen tengen
