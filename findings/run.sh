#!/usr/bin/env bash
# Runs the findings one by one, or only those that are named, and prints which of them are still so.
# Exit code 1 if one has changed. Needs npm's registry; not part of CI.
set -euo pipefail
cd "$(dirname "$0")"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ $# -gt 0 ] || set -- *.sh
changed=0
for script in "$@"; do
  name=$(basename "$script" .sh)
  [ "$name" != run ] || continue
  code=0 start=$SECONDS
  timeout 180 bash "$name.sh" >"$log" 2>&1 || code=$?
  said=$(tail -n 1 "$log")
  case $code in
    0) echo "as before   $name ($((SECONDS - start)) s)" ;;
    77) echo "left out    $name: $said" ;;
    124) echo "TOO SLOW    $name" && changed=1 ;;
    *) echo "CHANGED     $name: $said" && changed=1 ;;
  esac
done
exit "$changed"
