# The habits, for those who like make. Each is one step of .ci/run, which says how.

.PHONY: all build test fmt vet staticcheck deadcode page race fuzz e2e cross bench ci release image

all: build

# Static: without a C compiler, and runs wherever its kernel does.
build:
	CGO_ENABLED=0 go build ./cmd/tengen

test fmt vet staticcheck deadcode page race fuzz e2e cross:
	.ci/run $@

bench:
	go run ./cmd/tengen bench board
	go run ./cmd/tengen bench search

ci:
	.ci/run

# The files of a release, in dist: see docs/releasing.md. RELEASE has more flags, such as RELEASE='-address https://...'
release:
	rm -rf dist
	go -C release run . $(RELEASE)

# A container image for this machine's processor. BUILD is the tool, such as BUILD='podman build'.
BUILD ?= docker build
image:
	mkdir -p dist/image/empty
	CGO_ENABLED=0 GOOS=linux go build -trimpath -ldflags='-s -w' -o dist/image/tengen ./cmd/tengen
	$(BUILD) -t tengen -f release/Dockerfile dist/image
