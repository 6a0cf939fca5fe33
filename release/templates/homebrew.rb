class Tengen < Formula
  desc "Go (weiqi, baduk) laboratory in one binary"
  homepage "{{.Address}}"
  version "{{.Number}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      {{- with .Of "darwin" "arm64"}}
      url "{{$.Address}}/{{.Archive}}"
      sha256 "{{.Sum}}"
      {{- end}}
    end
    on_intel do
      {{- with .Of "darwin" "amd64"}}
      url "{{$.Address}}/{{.Archive}}"
      sha256 "{{.Sum}}"
      {{- end}}
    end
  end

  on_linux do
    on_arm do
      {{- with .Of "linux" "arm64"}}
      url "{{$.Address}}/{{.Archive}}"
      sha256 "{{.Sum}}"
      {{- end}}
    end
    on_intel do
      {{- with .Of "linux" "amd64"}}
      url "{{$.Address}}/{{.Archive}}"
      sha256 "{{.Sum}}"
      {{- end}}
    end
  end

  def install
    bin.install "tengen"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/tengen.bash" => "tengen"
    zsh_completion.install "completions/_tengen"
    fish_completion.install "completions/tengen.fish"
    doc.install "docs", "third-party"
  end

  service do
    run [opt_bin/"tengen", "web", "--no-browser"]
    keep_alive successful_exit: false
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tengen version")
  end
end
