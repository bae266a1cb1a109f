// The limit of the heap of a utility process that runs for months. Without one, V8 collects garbage only when gigabytes are used. Pure.

/** The same limit as in the scripts of package.json. Electron passes V8's own options to a utility process only through this switch. */
export const heapLimit: readonly string[] = ['--js-flags=--max-old-space-size=256']
