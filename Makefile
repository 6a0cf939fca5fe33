# The habits, for those who like make. Each is one step of .ci/run, which says how.

.PHONY: all build test fmt vet staticcheck deadcode page race fuzz e2e cross bench ci

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
