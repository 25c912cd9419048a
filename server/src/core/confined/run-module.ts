import { extname, join } from 'node:path'
import { type Confined, type Limits, runConfined } from './run-confined.ts'

/** Of the whole installation: from `src` and from `dist` alike. */
const INSTALLED = join(import.meta.dirname, '../../../..')
const HEAP_SHARE = 0.6

/** A module beside its caller, named without its extension: compiled where the caller is, otherwise as it is written. */
export const besides = (dirname: string, name: string): string => join(dirname, name + extname(import.meta.filename))

/** What Node is told: the module reads the installation and such folders, writes nothing, starts nothing. */
export const moduleArgs = (
  module: string,
  args: readonly string[],
  {
    megabytes,
    folders,
    addons = false,
  }: { megabytes: number; folders: readonly string[]; addons?: boolean | undefined },
): string[] => [
  `--max-old-space-size=${Math.floor(megabytes * HEAP_SHARE)}`,
  '--permission',
  `--allow-fs-read=${INSTALLED}`,
  ...folders.map((folder) => `--allow-fs-read=${folder}`),
  ...(addons ? ['--allow-addons'] : []),
  '--no-warnings',
  module,
  ...args,
]

/** One of our modules as a confined program, whose answer fits into memory. */
export const runModule = (
  module: string,
  args: readonly string[],
  folder: string,
  limits: Limits & { addons?: boolean },
): Promise<Confined> =>
  runConfined(
    process.execPath,
    moduleArgs(module, args, { megabytes: limits.megabytes, folders: [folder], addons: limits.addons }),
    folder,
    limits,
  )
