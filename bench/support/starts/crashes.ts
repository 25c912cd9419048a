import { removeSchedules } from '../../../server/test/worker.ts'
import { startInstallation, stopOnSignal } from '../crash/installation.ts'
import { table, writeFigures } from '../figures.ts'
import { judge, type Verdict } from './judge.ts'
import { runStarts, type Sizes, STRUCK, STRUCK_ALL, type Story, ticketOf } from './run.ts'
import { DUPLICATES, KINDS } from './send.ts'
import { startsWorld } from './world.ts'

const LARGE: Sizes = { webhooks: 1_000, mails: 1_000, calls: 1_000, firings: 500, kills: 24, struck: STRUCK_ALL }
/** Reading an email takes a process of its own each time: of mails there are fewer. */
const SMALL: Sizes = { webhooks: 60, mails: 20, calls: 60, firings: 30, kills: 3, struck: STRUCK }

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

function figures({ sent, strikes, sizes, seed, began, allSent, ended }: Story, verdict: Verdict): string[] {
  const requests = sent.reduce((sum, { tries }) => sum + tries, 0)
  const accepted = sent.reduce((sum, one) => sum + one.accepted.length, 0)
  return [
    `${sizes.webhooks} webhooks, ${sizes.mails} mails by SMTP, ${sizes.calls} calls of the API and ${sizes.firings} firings of the engine's schedules, mixed, each sent`,
    `${DUPLICATES} times at once and again until it was answered, while ${sizes.kills} kills (-9) met ${sizes.struck.join(', ')}, within`,
    `${seconds(allSent - began)} s; seed ${seed}.`,
    '',
    `- sent: ${requests}; accepted: ${accepted}; instances: ${KINDS.map((kind) => `${verdict.instances[kind]} by ${kind}`).join(', ')}`,
    `- kills with starts under way: ${strikes.filter(({ underWay }) => underWay > 0).length} of ${strikes.length}`,
    `- nothing was open ${seconds(ended - allSent)} s after the last was sent`,
    `- promises broken: ${verdict.broken.length === 0 ? 'none' : verdict.broken.join('; ')}`,
    '',
    ...table(
      ['killed', 'times', 's until all was back, longest'],
      sizes.struck.map((part) => {
        const hits = strikes.filter((strike) => strike.part === part)
        return [part, hits.length, seconds(Math.max(0, ...hits.map(({ at, back }) => back - at)))]
      }),
    ),
  ]
}

/** Starts of every kind, each sent five times, under kills: each one once. */
export async function crashes(seed: number, small: boolean, say: (line: string) => void): Promise<boolean> {
  const sizes = small ? SMALL : LARGE
  const installation = await startInstallation(false, 8, {}, true)
  stopOnSignal(installation)
  say(`logs in ${installation.folder}`)
  let kept = false
  try {
    const world = await startsWorld(installation, sizes, ticketOf(seed))
    const story = await runStarts({ installation, world, seed, sizes, say })
    await world.close()
    const verdict = await judge(installation, story)
    const lines = figures(story, verdict)
    if (small) for (const line of lines) say(line)
    else writeFigures('starts', 'Crashes while workflows are started', lines)
    for (const refusal of new Set(story.sent.flatMap(({ refusals }) => refusals))) say(refusal)
    kept = verdict.broken.length === 0
  } finally {
    await installation.stop(!kept)
    await removeSchedules(installation.database.name)
  }
  return kept
}
