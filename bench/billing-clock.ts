/**
 * 2,000 subscriptions over 800 days on a clock that is moved by hours and weeks, with days on which we were away, against a
 * model of what should happen: `pnpm bench billing-clock [seed]`. With fewer and shorter it runs among the tests.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFigures } from './support/figures.ts'

const SUBSCRIPTIONS = 2_000
const DAYS = 800

const seed = Number(process.argv[2] ?? randomInt(2 ** 31))
const env = {
  ...process.env,
  BILLING_SUBSCRIPTIONS: String(SUBSCRIPTIONS),
  BILLING_DAYS: String(DAYS),
  BILLING_SEED: String(seed),
}
const began = Date.now()
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=server (load)', 'billing.load']
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
if (status === 0)
  writeFigures('billing-clock', 'Subscriptions on a moved clock', [
    `${SUBSCRIPTIONS} subscriptions over ${DAYS} days, month ends, a February 29, five zones and clock changes among them, cards that`,
    `fail now and then, renewals that are canceled, and days on which we were away; seed ${seed}: every reminder, charge, attempt`,
    `and end was on its day and once, and there is one invoice for each charge, without a gap. Played in ${Math.round((Date.now() - began) / 1000)} s.`,
  ])
process.exitCode = status ?? 1
