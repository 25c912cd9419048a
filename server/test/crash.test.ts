import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Installation, startInstallation } from '../../bench/support/crash/installation.ts'
import { judge } from '../../bench/support/crash/judge.ts'
import { logOf } from '../../bench/support/crash/log.ts'
import { runCrashes } from '../../bench/support/crash/run.ts'
import { removeSchedules } from './worker.ts'

const SIZES = { registrations: 100, kills: 8, restarts: false, longestPause: 1_000 }

let installation: Installation

beforeAll(async () => {
  installation = await startInstallation(false)
}, 180_000)

afterAll(async () => {
  await installation.stop()
  await removeSchedules(installation.database.name)
}, 30_000)

test('every accepted registration gets its mail, whatever is killed meanwhile', async () => {
  const seed = randomInt(1_000_000)
  const story = await runCrashes({ installation, seed, sizes: SIZES, say: () => undefined })
  const verdict = judge(story)
  expect(verdict.broken, [`seed ${seed}`, ...logOf(story, verdict)].join('\n')).toEqual([])
}, 150_000)
