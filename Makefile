# SPDX-License-Identifier: MIT

PREFIX ?= /usr/local
DESTDIR ?=
SECONDS ?= 60
JOBS ?= 1

# Nothing is loaded from beside the program, and its tables are read-only once it runs. It has no
# number of its build, so that two builds are the same. What it needs of the libraries of C++ and GCC
# is linked in, where there is a static one of C++: a package that brought a shared one would load
# that for the libraries of a newer system too. ld.lld comes with Swift; with gold the program would
# need glibc 2.36, for a function that nothing calls.
STATIC := .build/static
RELEASE := -c release --static-swift-stdlib --disable-local-rpath \
  -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker --build-id=none \
  -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker -L$(STATIC)
BINARY := .build/release/radial-audio
# The folder that zsh reads below /usr/local; packages, which install below /usr, have another one.
ZSH ?= share/zsh/site-functions
EXAMPLES := $(addprefix share/doc/radial-audio/examples/,$(sort $(shell cd Fixtures/Examples && find * -type f)))
LOOKS := $(addprefix share/radial-audio/looks/,$(sort $(shell cd Fixtures/Looks && ls)))
INSTALLED := bin/radial-audio \
  share/man/man1/radial-audio.1 \
  share/bash-completion/completions/radial-audio \
  $(ZSH)/_radial-audio \
  share/fish/vendor_completions.d/radial-audio.fish \
  $(addprefix share/doc/radial-audio/,README.md WhatTheNumbersMean.md LICENSE CHANGELOG.md THIRD-PARTY.md LOOKS.md) $(EXAMPLES) $(LOOKS)

# Links of the README as they are where it is installed; pictures and pages that stay out become words.
LINKS := -e 's,\]\((\.github|Sources/Command/RadialAudio/RadialAudio\.docc)/(CHANGELOG|THIRD-PARTY|LOOKS|WhatTheNumbersMean)\.md,](\2.md,g' \
  -e 's,\]\(Fixtures/Examples/,](examples/,g' -e 's,!?\[([^]]*)\]\((Fixtures|Sources|\.github)/[^)]*\),\1,g'

# Folders under share that uninstall removes where nothing of others is in them.
EMPTIED := $(patsubst share/%,%,$(ZSH) $(filter-out share/man/%,$(sort $(dir $(filter share/%,$(INSTALLED))))))

# The time of all files in packages, so that they have the same bytes whenever they are made.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date -r .github/CHANGELOG.md +%s)
PACKAGE = SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) sh .ci/package
SUMS = cd dist && sha256sum -- radial[-_]audio* > SHA256SUMS

.PHONY: help setup build demo docs test test-fast check check-sanitize compare fuzz structure lint format fixtures goldens conformance bench install uninstall \
  deb dist wheel packages clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-14s %s\n", $$1, $$2 }' Makefile

setup: ## install what the program needs (apt-get, with sudo where not root)
	@sh .ci/setup

build: $(BINARY) ## build the program, with the Swift runtime linked in

$(BINARY): Package.swift $(shell find Sources -type f)
	@sh .ci/setup
	@mkdir -p $(STATIC) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(STATIC)
	swift build $(RELEASE) --product radial-audio
	@touch $@

demo: $(BINARY) ## render the demo track into demo/, in every look
	@swift build $(RELEASE) --product FixtureMaker
	@mkdir -p demo
	@echo 'The demo track and two instruments in every look:'
	@sh .ci/draw-looks $(BINARY) demo/cells rgb --size 640x360 --format rgb24 > demo/cells.txt
	@$(BINARY) render Fixtures/demo.flac --overwrite -q --look sun --at 83.2 --size 1292x732 --format rgb24 \
	  -o demo/cells/sun.rgb
	@.build/release/FixtureMaker demo/contact-sheet.png 4 640 demo/cells/sun.rgb \
	  $$(grep -v /sun.rgb demo/cells.txt)
	@echo 'made demo/contact-sheet.png'
	@rm -rf demo/cells demo/cells.txt demo/sun.mp4
	@for look in rings spiral one-line moth harmony layers; do \
	  $(BINARY) poster Fixtures/demo.flac --overwrite --look $$look -o demo/poster-$$look.png || exit 1; \
	done
	$(BINARY) poster Fixtures/demo.flac --overwrite --look one-line -o demo/plotter.svg
	$(BINARY) render Fixtures/demo.flac --overwrite -s 60 -d 24 -o demo/frames
	$(BINARY) meter Fixtures/demo.flac --overwrite -o demo/levels.csv
	@echo 'made demo/levels.csv'
	$(BINARY) normalize Fixtures/demo.flac --overwrite -o demo/constants.json
	@echo 'made demo/constants.json'
	$(BINARY) synth Fixtures/Instruments/tones.json --overwrite -o demo/tones.flac
	$(BINARY) synth Fixtures/Instruments/wheels.json --overwrite -o demo/wheels.flac
	$(BINARY) page Fixtures/demo.flac --overwrite --look bloom --sound embed -o demo/bloom.html
	@if command -v ffmpeg >/dev/null 2>&1; then \
	  $(BINARY) film Fixtures/demo.flac --look sun -s 60 -d 24 -o demo/sun.mp4 && \
	  for view in tones wheels; do \
	    $(BINARY) film Fixtures/Instruments/$$view.json --overwrite --view $$view --size 720p -o demo/$$view.mp4 || exit 1; \
	  done; \
	else echo 'There is no ffmpeg, and so no film.'; fi
	@echo
	@echo 'Open:'
	@echo '  $(CURDIR)/demo/contact-sheet.png         every look'
	@test ! -e demo/sun.mp4 || echo '  $(CURDIR)/demo/sun.mp4                   a film, with its sound'
	@echo '  $(CURDIR)/demo/bloom.html                a page for a browser, with its sound'
	@test ! -e demo/wheels.mp4 || echo '  $(CURDIR)/demo/wheels.mp4                wheels that play; tones.mp4 beside it'
	@echo '  $(CURDIR)/demo/poster-rings.png          the whole track as a poster; there are five more'
	@echo '  $(CURDIR)/demo/plotter.svg               the track as one stroke, for a pen plotter'
	@echo '  $(CURDIR)/demo/frames/frame-001079.png   one of 1440 frames, 24 s at 60 a second'
	@echo '  $(CURDIR)/demo/levels.csv                a row for each tick'
	@echo '  $(CURDIR)/demo/constants.json            the scale of the track'

docs: ## make the documentation of the library in .build/docs; fail if a name has none or a link is broken
	@sh .ci/setup
	@sh .ci/docs
	@echo
	@echo 'Open http://localhost:8000/radial-audio/documentation/radialaudio/ after:'
	@echo '  python3 -m http.server --directory $(CURDIR)/.build/docs'

test: ## run the tests, after installing what they need
	@sh .ci/setup --tests
	@sh .ci/test

test-fast: ## run the tests that need no process of the program or of others, with a fifth of the seeds
	@sh .ci/setup
	@sh .ci/test --fast

check: lint $(BINARY) ## lint, build what is run in release, make the fixtures anew, test
	swift build $(RELEASE) --product Benchmarks
	$(MAKE) --no-print-directory fixtures
	git diff --exit-code Fixtures
	sh .ci/check-readme .build/release/radial-audio
	sh .ci/check-install
	sh .ci/check-wheel
	@sh .ci/setup --tests
	sh .ci/test

check-sanitize: $(BINARY) ## test with checks of addresses, leaks and data races; run the program under valgrind
	@sh .ci/setup --tests
	sh .ci/check-sanitize

compare: $(BINARY) ## run the lines of .ci/compare.txt with another build, OLD=PROGRAM: same files, output and statuses
	sh .ci/compare '$(OLD)' $(BINARY)

fuzz: ## feed random bytes to all that reads files: SECONDS=60 for each kind, JOBS=1 at a time
	@sh .ci/setup
	SECONDS_EACH=$(SECONDS) JOBS=$(JOBS) sh .ci/fuzz

structure: $(BINARY) ## score beats, bars and sections on tracks that are known, beside other programs
	@sh .ci/structure $(BINARY)

lint: ## look for broken rules of layout and layering
	@sh .ci/lint

format: ## lay out the sources as swift format does
	swift format format -i -r Sources Tests Package.swift

fixtures: WORDS = --title 'Night Drive' --subtitle 'The Formulas'
fixtures: $(BINARY) ## make the files in Fixtures anew, but for the goldens
	swift build $(RELEASE) --product FixtureMaker
	.build/release/FixtureMaker Fixtures
	sh .ci/draw-looks $(BINARY) Fixtures/Images png --size 640x360 > /dev/null
	cp Fixtures/Images/sun.png Sources/Command/RadialAudio/RadialAudio.docc
	$(BINARY) film Fixtures/demo.flac -q --overwrite -s 85 -d 11.5 --fps 15 --size 640x360 $(WORDS) \
	  -o Fixtures/Images/hero.webp
	$(BINARY) poster Fixtures/demo.flac -q --overwrite --palette lagoon $(WORDS) --size 480x480 \
	  -o Fixtures/Images/cover.png
	$(BINARY) poster Fixtures/demo.flac -q --overwrite --look layers --palette dusk $(WORDS) --size 480x480 \
	  -o Fixtures/Images/cover-strata.png
	$(BINARY) render Fixtures/demo.flac -q --overwrite --look corona --at 83.2 $(WORDS) --size 270x480 \
	  -o Fixtures/Images/vertical.png

goldens: ## record what the tests compare with; look at git diff after it
	RECORD_GOLDENS=1 sh .ci/test || echo 'Recorded; a run that records fails. See git diff.'

conformance: ## measure what the standards of metering demand, and write the page of it in the documentation
	@sh .ci/setup --tests
	RECORD_GOLDENS=1 sh .ci/test --filter ConformanceTests

bench: $(BINARY) ## measure the speed
	swift build $(RELEASE) --product Benchmarks
	.build/release/Benchmarks
	@sh .ci/structure $(BINARY)

install: $(BINARY) ## install the program (stripped), man page, README and completions under PREFIX
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,$(dir $(INSTALLED)))
	sh .ci/package/strip $(BINARY) $(DESTDIR)$(PREFIX)/bin/radial-audio
	install -m 644 README.md Sources/Command/RadialAudio/RadialAudio.docc/WhatTheNumbersMean.md LICENSE .github/CHANGELOG.md \
	  .github/THIRD-PARTY.md .github/LOOKS.md $(DESTDIR)$(PREFIX)/share/doc/radial-audio
	sed -E -i $(LINKS) $(DESTDIR)$(PREFIX)/share/doc/radial-audio/README.md
	cp -R Fixtures/Examples/. $(DESTDIR)$(PREFIX)/share/doc/radial-audio/examples
	chmod -R u=rwX,go=rX $(DESTDIR)$(PREFIX)/share/doc/radial-audio/examples
	install -m 644 Fixtures/Looks/* $(DESTDIR)$(PREFIX)/share/radial-audio/looks
	$(BINARY) manual > $(DESTDIR)$(PREFIX)/share/man/man1/radial-audio.1
	$(BINARY) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/radial-audio
	$(BINARY) completions zsh > $(DESTDIR)$(PREFIX)/$(ZSH)/_radial-audio
	$(BINARY) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/radial-audio.fish

uninstall: ## remove what install has put there, and folders that are empty then
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,$(INSTALLED))
	@if cd $(DESTDIR)$(PREFIX)/share 2>/dev/null; then \
	  rmdir -p --ignore-fail-on-non-empty $(EMPTIED) 2>/dev/null || true; fi

deb: $(BINARY) ## make a Debian package in dist/, and SHA256SUMS
	@sh .ci/setup --packages
	@$(PACKAGE)/deb
	@$(SUMS)

dist: $(BINARY) ## make a tarball with its libraries in dist/
	@sh .ci/setup --packages
	@$(PACKAGE)/tarball
	@$(SUMS)

wheel: $(BINARY) ## make a wheel for pip, with its libraries, in dist/
	@sh .ci/setup --wheel
	@$(PACKAGE)/wheel
	@$(SUMS)

packages: ## make all of these anew
	rm -rf dist
	@$(MAKE) --no-print-directory deb dist wheel

clean: ## remove all that was built or rendered
	rm -rf .build demo dist
