/**
 * People buy plans while processes and servers are killed at moments drawn from a seed, and while a fifth of all reports and
 * answers of windows get lost, come late or twice: `pnpm bench payments [seed]`, or `small` for the size that runs with the
 * tests. Each payment is credited once, our invoices add up to what the provider took, and what waited for runs begins.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeSchedules } from '../server/test/worker.ts'
import { table, writeFigures } from './support/figures.ts'
import { judge, type Verdict } from './support/payments/judge.ts'
import { runPayments, type Sizes, STRUCK, type Story } from './support/payments/run.ts'
import { openShop } from './support/payments/world.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'

const LARGE: Sizes = { payments: 1_000, kills: 30, held: 500, movedClock: false }
const SMALL: Sizes = { payments: 100, kills: 6, held: 50, movedClock: true }

const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
const cents = (amount: number) => `$${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

function figures({ sizes, seed, strikes, began, ended, verified, sentLate }: Story, verdict: Verdict): string[] {
  const last = strikes.at(-1)?.back ?? began
  return [
    `${sizes.payments} payments, each with three reports and the window's answer, in any order and a fifth of them lost, late or`,
    `repeated, while ${sizes.kills} kills (-9) met ${STRUCK.join(', ')}, within ${seconds(ended - began)} s; seed ${seed}.`,
    '',
    `- credits: ${verdict.credits}; invoices: ${verdict.invoices}, numbered without a gap`,
    `- billed ${cents(verdict.billed)}, the provider's ledger says ${cents(verdict.taken)}`,
    `- answers handed over in time: ${verified}; reports and answers that came at the very end: ${sentLate}`,
    `- ${sizes.held} starts that found no run left began in their order, once, when their workspace had paid`,
    `- nothing was open ${seconds(ended - last)} s after the last kill`,
    `- promises broken: ${verdict.broken.length === 0 ? 'none' : verdict.broken.join('; ')}`,
    '',
    ...table(
      ['killed', 'times', 's until all was back, longest'],
      STRUCK.map((part) => {
        const hits = strikes.filter((strike) => strike.part === part)
        return [part, hits.length, seconds(Math.max(0, ...hits.map(({ at, back }) => back - at)))]
      }),
    ),
  ]
}

async function main(): Promise<number> {
  const small = process.argv.includes('small')
  const sizes = small ? SMALL : LARGE
  const seed = Number(process.argv.slice(2).find((one) => /^\d+$/.test(one)) ?? randomInt(1_000_000))
  say(`seed ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'throughline-payments-'))
  const world = await openShop(folder, sizes.payments, sizes.held)
  const { installation, provider } = world
  say(`logs in ${installation.folder} and ${folder}`)
  let kept = false
  try {
    const story = await runPayments(world, seed, sizes, say)
    const verdict = await judge(world, story)
    const lines = figures(story, verdict)
    if (small) for (const line of lines) say(line)
    else writeFigures('payments', 'Crashes while plans are paid', lines)
    for (const refusal of new Set(story.refusals)) say(refusal)
    kept = verdict.broken.length === 0
  } finally {
    await installation.stop(!kept)
    await removeSchedules(installation.database.name)
    await provider.stop('SIGKILL')
    if (kept) rmSync(folder, { recursive: true })
  }
  return kept ? 0 : 1
}

process.exitCode = isOnOwnStack() ? await main() : againOnOwnStack()
