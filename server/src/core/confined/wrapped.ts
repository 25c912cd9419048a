import { spawn } from 'node:child_process'
import { once } from 'node:events'

const FILE_BYTES = 64 * 1_048_576

const WITHOUT_NETWORK = ['--user', '--net', '--']

/** What the process itself may do more than others, as give way to them, is not for what it starts. */
const WITHOUT_RIGHTS = ['--ambient-caps=-all', '--inh-caps=-all']

let alone: Promise<boolean> | undefined

/** A network of its own, with nothing in it; some kernels and containers keep that from unprivileged processes. */
async function canBeAlone(): Promise<boolean> {
  const probe = spawn('unshare', [...WITHOUT_NETWORK, 'true'], { stdio: 'ignore' })
  const [code]: unknown[] = await once(probe, 'exit')
  return code === 0
}

/** Ends with us, gains no rights, leaves no core, writes no large files, opens few, and has so much processor time. */
export async function wrapped(
  program: string,
  args: readonly string[],
  seconds: number,
): Promise<[string, ...string[]]> {
  alone ??= canBeAlone().catch((error: unknown) => {
    // Asked again the next time: it may have been too busy to start anything.
    alone = undefined
    throw error
  })
  const limits = [`--cpu=${seconds + 1}`, '--core=0', `--fsize=${FILE_BYTES}`, '--nofile=256']
  const own = [
    '--pdeathsig',
    'KILL',
    '--no-new-privs',
    ...WITHOUT_RIGHTS,
    '--',
    'prlimit',
    ...limits,
    '--',
    program,
    ...args,
  ]
  return (await alone) ? ['unshare', ...WITHOUT_NETWORK, 'setpriv', ...own] : ['setpriv', ...own]
}
