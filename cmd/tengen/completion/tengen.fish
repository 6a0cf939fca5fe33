# Completion of tengen for fish. To use it in this shell: tengen completion fish | source
# The program lists the candidates: see completion.go in cmd/tengen.

function __tengen_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in ($before[1] complete -- $before "$current" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$current"
            case ':folders'
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end

complete -c tengen -f -a '(__tengen_complete)'
