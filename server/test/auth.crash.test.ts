import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { startInstallation } from '../../bench/support/crash/installation.ts'
import { judge } from '../../bench/support/crash/judge.ts'
import { logOf } from '../../bench/support/crash/log.ts'
import { runCrashes } from '../../bench/support/crash/run.ts'
import { removeSchedules } from './worker.ts'

/** `pnpm bench outbox` does the same with ten times as many people. */
const SIZES = { registrations: 100, kills: 8, restarts: false, longestPause: 1_000 }

test('every accepted registration gets its mail, whatever is killed meanwhile', { timeout: 300_000 }, async () => {
  const seed = randomInt(1_000_000)
  const installation = await startInstallation(false)
  let kept = false
  try {
    const story = await runCrashes({ installation, seed, sizes: SIZES, say: () => undefined })
    const verdict = judge(story)
    kept = verdict.broken.length === 0
    const log = [`seed ${seed}, logs in ${installation.folder}`, ...logOf(story, verdict)].join('\n')
    expect(verdict.broken, log).toEqual([])
  } finally {
    await installation.stop(!kept)
    await removeSchedules(installation.database.name)
  }
})
