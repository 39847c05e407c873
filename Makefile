# `make test` sets up what is missing and runs everything. `make ui` rebuilds the screens.
.PHONY: test go-test ui api generate demo bench peers drill fmt licences deadcode staticcheck audit release clean-release

demo:
	go run . demo

test:
	bash .ci/test

ui: ui/node_modules/.package-lock.json api
	cd ui && npm run -s build

# The Go tests, or those of PACKAGES; up to three that fail are tried once more, each by itself.
# CI_OUTPUT keeps every event, and which had a second try.
CI_OUTPUT ?= ci-output
go-test:
	go run gotest.tools/gotestsum@v1.13.0 --format=pkgname --no-color --hide-summary=skipped \
		--rerun-fails=1 --rerun-fails-max-failures=3 --rerun-fails-run-root-test --rerun-fails-report=$(CI_OUTPUT)/go.reruns \
		--jsonfile=$(CI_OUTPUT)/go.json --jsonfile-timing-events=$(CI_OUTPUT)/go.ends --raw-command -- .ci/go-test

# The UI's types come from the server's table of calls.
api: ui/node_modules/.package-lock.json
	go run . openapi > ui/src/api/openapi.json
	cd ui && npm run -s api

# Every committed file that a program writes (.gitattributes), and the golden texts of the mails. Read the
# difference: it is what the change does to the contract, to the rights and to the texts.
generate: ui licences
	go run . calls > testdata/calls/README.md
	go test ./app/deal ./app/disclosure ./app/mail -update
	go test ./app/program -run 'TestGuideTables$$' -update
	go test ./app -timeout 45m -run 'TestAccess$$|TestTranscripts$$' -update

# Not `npm ci`: it wants the packages of every platform in the lock file, which holds what
# the machine's registry offers. The versions are those of the lock file all the same.
ui/node_modules/.package-lock.json: ui/package-lock.json
	cd ui && npm install --no-audit --no-fund
	@touch $@

# The texts that `tsunagu licences` prints; a licence that may not be handed on is refused.
licences: ui/node_modules/.package-lock.json
	go test ./app/program -run 'TestLicences$$' -update

# Functions that neither the program nor a test can reach. A quarter of it is collecting garbage at the usual pace.
deadcode:
	@found=$$(GOGC=400 go run golang.org/x/tools/cmd/deadcode@v0.52.0 -test ./...) && test -z "$$found" || { echo "$$found"; exit 1; }

staticcheck:
	go run honnef.co/go/tools/cmd/staticcheck@v0.7.0 ./...

# The parts beside the public lists of known weaknesses, which are on the internet: each month, and
# before a release (app/guide/guide.md has the time frames).
audit:
	go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 ./...
	cd ui && npm audit --omit=dev

# One archive for each system, with the version of the commit in it, and their sums: release/. The same
# commit and Go give the same bytes. An archive that is there already is not made again, so that a
# release that was broken off goes on; `make clean-release` begins anew.
# Asked for once: who commits meanwhile does not change the name halfway.
VERSION := $(or $(VERSION),$(shell git describe --tags --always --dirty 2>/dev/null))
COMMITTED := $(shell git log -1 --format=%ct 2>/dev/null)
RELEASES ?= linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64 windows-arm64
RELEASE_DIR ?= release
# The compiler takes half the time with more memory, and its flags are not those of the house's tests.
BUILD ?= GOGC=400 GOFLAGS=-buildvcs=false CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)"
archive = $(RELEASE_DIR)/tsunagu-$(VERSION)-$(1)$(if $(filter windows-%,$(1)),.zip,.tar.gz)
release: $(foreach t,$(RELEASES),$(call archive,$(t)))
	cd $(RELEASE_DIR) && sha256sum $(notdir $^) > SHA256SUMS

$(RELEASE_DIR)/tsunagu-$(VERSION)-%.tar.gz $(RELEASE_DIR)/tsunagu-$(VERSION)-%.zip:
	set -e; t=$*; dir=$(RELEASE_DIR)/tsunagu-$(VERSION)-$$t; rm -rf $$dir $@; mkdir -p $$dir; \
	ext=; [ $${t%-*} != windows ] || ext=.exe; \
	GOOS=$${t%-*} GOARCH=$${t#*-} $(BUILD) -o $$dir/tsunagu$$ext . ; \
	cp LICENSE $$dir/; cp app/guide/guide.md $$dir/README.md; cp app/guide/licences.txt $$dir/; \
	chmod 755 $$dir $$dir/tsunagu$$ext; chmod 644 $$dir/LICENSE $$dir/README.md $$dir/licences.txt; \
	TZ=UTC find $$dir -exec touch -d @$(COMMITTED) {} +; \
	case $@ in \
	*.zip) (cd $(RELEASE_DIR) && TZ=UTC zip -qrX $(notdir $@) $$(find $$(basename $$dir) | LC_ALL=C sort)) ;; \
	*) tar -C $(RELEASE_DIR) --owner=0 --group=0 --numeric-owner --sort=name -cf - $$(basename $$dir) | gzip -n > $@.part && mv $@.part $@ ;; \
	esac; rm -rf $$dir; echo $@

clean-release:
	rm -rf $(RELEASE_DIR)

# TSUNAGU_BENCH_SIZE=country adds a network of 1,000,000 companies and 200,000 listings, which takes a while to make.
bench:
	go test -run '^$$' -bench . -benchmem -timeout 3h ./...

# The long forms of the drills behind app/guide/promises.md, with their figures. DRILL_CYCLES and its
# like change the sizes. Beside them, more of the random worlds in which the index finds what plain SQL finds.
drill:
	TSUNAGU_DRILL=1 go test -count=1 -timeout 6h -run '^(TestDrill|TestIndexIsPlainSQL$$)' -v ./app/... ./store | grep -E '^(=== RUN|--- |FAIL|ok|panic)|FIGURE|_test.go'

# Beside PocketBase, PostgreSQL and SQLite itself (app/bench/README.md); `make peers BENCH=-companies=1000000`.
peers:
	go run ./app/bench compare $(BENCH)

fmt:
	gofmt -w *.go app store ui/*.go
	cd ui && npx biome check --write src e2e
