#!/bin/sh
# All that `npm test` runs, side by side, since no part alone keeps two processors busy. Exits with 1 and names the parts that failed.
# What the shell starts in the background does not hear Ctrl-C.
trap 'trap - INT TERM; kill 0' INT TERM
PATH="$PWD/node_modules/.bin:$PATH"
nice npm run check & check=$!
nice npm run test:guards -- --mutate src/server/http/requests/body.ts --testFiles tests/http/request-body.test.ts --concurrency 1 & guards=$!
failed=''
if npm run build; then
  # The browser tests measure times, so they go first.
  nice -n 5 vitest run & vitest=$!
  playwright test || failed="$failed playwright"
  wait $vitest || failed="$failed vitest"
else
  failed="$failed build"
fi
wait $check || failed="$failed check"
wait $guards || failed="$failed guards"
[ -z "$failed" ] || { echo "Failed:$failed"; exit 1; }
