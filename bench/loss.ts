/**
 * What is lost when the engine or its database is, or when a database is put back from a backup: `pnpm bench loss
 * [away|emptied|restored|family …] [minutes=10]`, or `small`. All four take an hour. `minutes` is how long the engine is
 * away (10) and how old a backup is (5). On servers of its own: it kills the engine and drops its databases.
 */
import { writeFigures } from './support/figures.ts'
import { away, PAIRS } from './support/loss/away.ts'
import { emptied } from './support/loss/emptied.ts'
import { family } from './support/loss/family.ts'
import { KEYLESS_MAIL, restored } from './support/loss/restored.ts'
import { type Part, type Setting, startSetting, type Wishes } from './support/loss/setting.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'

interface Proof {
  name: string
  run: (setting: Setting) => Promise<Part>
  minutes: { large: number; small: number }
  workerPreload?: string
}

const PROOFS: Proof[] = [
  { name: 'away', run: away, minutes: { large: 10, small: 0.75 } },
  { name: 'emptied', run: emptied, minutes: { large: 0, small: 0 } },
  { name: 'restored', run: restored, minutes: { large: 5, small: 0.75 }, workerPreload: KEYLESS_MAIL },
  { name: 'family', run: family, minutes: { large: 0, small: 0 } },
]

const say = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

async function prove({ name, run, minutes, workerPreload }: Proof, given: string[]): Promise<boolean> {
  const small = given.includes('small')
  const asked = given.find((one) => one.startsWith('minutes='))?.slice('minutes='.length)
  const wishes: Wishes = { small, minutes: Number(asked ?? minutes[small ? 'small' : 'large']), say }
  const began = Date.now()
  const setting = await startSetting(wishes, PAIRS, workerPreload)
  let kept = false
  try {
    const { title, lines, broken } = await run(setting)
    kept = broken.length === 0
    const took = `${((Date.now() - began) / 60_000).toFixed(0)} minutes in all.`
    const all = [...lines, `- promises broken: ${kept ? 'none' : broken.join('; ')}`, '', took]
    if (small) for (const line of [title, ...all]) say(line)
    else writeFigures(`loss-${name}`, title, all)
  } finally {
    await setting.stop(!kept)
  }
  return kept
}

async function main(): Promise<number> {
  const given = process.argv.slice(2)
  const wanted = PROOFS.filter(({ name }) => given.includes(name))
  let broken = 0
  for (const proof of wanted.length > 0 ? wanted : PROOFS) if (!(await prove(proof, given))) broken += 1
  return broken
}

process.exitCode = isOnOwnStack() ? await main() : againOnOwnStack()
