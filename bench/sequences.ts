/**
 * Random sequences of what people do, against the real engine, held against the language's own simulator whenever it is
 * quiet: `pnpm bench sequences`; `[count] [seed]` of one's own write no figures.
 */
import { startEngine } from '../server/test/engine/engine.ts'
import { makeFirm } from '../server/test/engine/firm.ts'
import { drawnTools, drawSequences, endsAtOnce, playAll } from '../server/test/engine/sequences.ts'
import { writeFigures } from './support/figures.ts'

const ALL = 5_000
const [count = ALL, seed = 20_261_115] = process.argv.slice(2).map(Number)
const AT_ONCE = 6
const PART = 100

const engine = await startEngine(() => drawnTools)
try {
  const firm = await makeFirm(engine.ctx)
  const sequences = drawSequences(await firm.publish(endsAtOnce), count, seed)
  const began = performance.now()
  let acts = 0
  let seconds = 0
  for (let at = 0; at < sequences.length; at += PART) {
    const made = await playAll(engine, firm, sequences.slice(at, at + PART), AT_ONCE)
    acts += made
    seconds = Math.round((performance.now() - began) / 1000)
    process.stdout.write(`${Math.min(at + PART, sequences.length)} sequences, ${acts} acts, ${seconds} s\n`)
  }
  const said = `${count.toLocaleString('en')} sequences, ${acts.toLocaleString('en')} acts, ${seconds} s: the model and the database agreed at every quiet point; seed ${seed}.`
  if (count === ALL) writeFigures('sequences', 'Random sequences of people’s acts', [said])
  else process.stdout.write(`${said}\n`)
} finally {
  await engine.stop()
}
