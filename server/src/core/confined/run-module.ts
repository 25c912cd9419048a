import { extname, join } from 'node:path'
import { type Confined, type Limits, runConfined } from './run-confined.ts'

/** Of the whole installation: from `src` and from `dist` alike. */
const INSTALLED = join(import.meta.dirname, '../../../..')
const HEAP_SHARE = 0.6

/** A module beside its caller, named without its extension: compiled where the caller is, otherwise as it is written. */
export const besides = (dirname: string, name: string): string => join(dirname, name + extname(import.meta.filename))

/** One of our modules as a confined program: it reads the installation and its folder, writes nothing, starts nothing. */
export const runModule = (
  module: string,
  args: readonly string[],
  folder: string,
  limits: Limits & { addons?: boolean },
): Promise<Confined> =>
  runConfined(
    process.execPath,
    [
      `--max-old-space-size=${Math.floor(limits.megabytes * HEAP_SHARE)}`,
      '--permission',
      `--allow-fs-read=${INSTALLED}`,
      `--allow-fs-read=${folder}`,
      ...(limits.addons ? ['--allow-addons'] : []),
      '--no-warnings',
      module,
      ...args,
    ],
    folder,
    limits,
  )
