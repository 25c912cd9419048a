/**
 * Websites are published again and again while visitors read them and api, worker, object store and Redis are killed at
 * moments drawn from a seed: `pnpm bench websites-crash [seed]`, or `small` for the size that runs with the tests. Every
 * answer belongs wholly to one version, versions never go back, and what was acknowledged is public.
 */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answers, until } from '../scripts/stack/daemon.ts'
import { removeSchedules } from '../server/test/worker.ts'
import { redisAt } from './support/crash/engine.ts'
import { type Installation, startInstallation, stopOnSignal } from './support/crash/installation.ts'
import { createPorts } from './support/crash/ports.ts'
import { table, writeFigures } from './support/figures.ts'
import { startOwnStore } from './support/files/crash/own-store.ts'
import { runPublishes, type Sizes, STRUCK, type Story } from './support/websites/run.ts'
import { openSites } from './support/websites/world.ts'

const LARGE: Sizes = { sites: 3, publishes: 300, kills: 12, visitors: 40, pause: 150 }
const SMALL: Sizes = { sites: 3, publishes: 60, kills: 4, visitors: 6, pause: 60 }

const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** What is stored at the end: each release once, the last one public. */
async function judge({ database }: Installation, { known, sizes, visits, acts, strikes }: Story): Promise<string[]> {
  const { rows } = await database.admin((admin) =>
    admin.query<{ id: string; current: number; count: number; title: string }>(
      `select w.id, w.current_version as current, w.title, (select count(*)::int from website_versions v
        where v.tenant_id = w.tenant_id and v.website_id = w.id) as count from websites w`,
    ),
  )
  const each = sizes.publishes / sizes.sites
  const last = `release-${each}-`
  const wrong = rows.filter(({ current, count, title }) => current !== each || count !== each || title !== last)
  const checks: [string, number][] = [
    ['publishes refused or never acknowledged', acts.filter(({ ok }) => ok === undefined).length],
    ['websites without each release once', wrong.length],
    ['websites whose last release nobody read', known.filter(({ seen }) => seen !== each).length],
    ['kills that did not happen', sizes.kills - strikes.length],
    [
      'kinds of answers that never came',
      [visits.pages, visits.pictures, visits.unchanged].filter((n) => n === 0).length,
    ],
  ]
  const refusals = acts.flatMap(({ subject, refused }) => (refused === undefined ? [] : `${subject}: ${refused}`))
  const failed = checks.filter(([, count]) => count !== 0).map(([what, count]) => `${what}: ${count}`)
  return [...failed, ...refusals, ...visits.broken]
}

function figures({ sizes, seed, began, ended, visits, strikes }: Story, broken: readonly string[]): string[] {
  return [
    `${sizes.publishes} publishes of ${sizes.sites} websites while ${sizes.kills} kills (-9) met ${STRUCK.join(', ')} and visitors read, within`,
    `${seconds(ended - began)} s; seed ${seed}. Whoever was cut off sent again under the same key.`,
    '',
    `- read: ${visits.pages} pages (${visits.unchanged} of them unchanged) and ${visits.pictures} pictures, ${Math.round(((visits.pages + visits.pictures) * 1000) / (ended - began))} a second; the longest took ${seconds(visits.longest)} s`,
    `- without an answer while the only api was away: ${visits.lost}`,
    `- pages begun after a publish was acknowledged and older than it: ${visits.behind}`,
    `- promises broken: ${broken.length === 0 ? 'none' : broken.join('; ')}`,
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
  const folder = mkdtempSync(join(tmpdir(), 'throughline-sites-'))
  const nextPort = createPorts()
  const store = await startOwnStore(folder, await nextPort())
  const redisPort = await nextPort()
  const redis = redisAt(redisPort, folder)
  process.env.REDIS_URL = redis.url
  redis.service.start()
  const redisReady = () => until('Redis', 60, () => answers(redisPort))
  await redisReady()
  const installation = await startInstallation(false)
  stopOnSignal(installation)
  say(`logs in ${installation.folder} and ${folder}`)
  let kept = false
  try {
    const world = await openSites(installation, sizes.sites)
    const others = { s3: store, redis: { service: redis.service, ready: redisReady } }
    const story = await runPublishes({ installation, world, others, seed, sizes, say })
    const broken = await judge(installation, story)
    const lines = figures(story, broken)
    if (small) for (const line of lines) say(line)
    else writeFigures('websites-crash', 'Crashes while websites are published', lines)
    kept = broken.length === 0
  } finally {
    await installation.stop(!kept)
    await removeSchedules(installation.database.name)
    await Promise.all([store.service.stop('SIGKILL'), redis.service.stop('SIGKILL')])
    if (kept) rmSync(folder, { recursive: true })
  }
  return kept ? 0 : 1
}

process.exitCode = await main()
