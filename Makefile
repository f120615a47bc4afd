# Thin front of tools/*.sh, which take paths with spaces; make itself does not.
.PHONY: all check clean
all:
	@sh tools/build.sh
check: all
	@sh tools/check.sh
clean:
	@rm -rf build
