/**
 * Many people at one instance, and how soon the next one sees their task: `pnpm bench crowd [rounds=1000]`, or `small`,
 * with the machine to itself. On servers of its own.
 */
import { quantile } from '../server/test/statistics.ts'
import { type Crowd, startCrowd } from './support/crowd/crowd.ts'
import { nextPages, type Shown } from './support/crowd/next-page.ts'
import { PEOPLE_IN_LANE, playRounds, type Rounds } from './support/crowd/rounds.ts'
import { type Burst, together } from './support/crowd/together.ts'
import { table, writeFigures } from './support/figures.ts'
import { ROUNDS, spread } from './support/interleave.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'

const LARGE = { people: 50, readers: 5, rounds: 1_000, lanes: 3, acts: 100, items: 1_000, blocks: ROUNDS }
const SMALL = { people: 12, readers: 3, rounds: 12, lanes: 1, acts: 20, items: 1_000, blocks: 1 }
type Sizes = typeof LARGE

const GOALS = { act: 2_000, read: 100, shown: 150, loop: 50 }

const say = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

interface Found {
  bursts: Burst[]
  pages: { plain: Shown[]; beside: Shown[] }
  rounds: Rounds
  locks: ReturnType<Crowd['refusedLocks']>
  faults: string[]
}

const middle = (values: number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

function brokenOf({ bursts, pages, rounds, faults }: Found): string[] {
  const shown = middle(pages.plain.map(({ times }) => quantile(times, 0.95)))
  const loop = middle(pages.beside.map(({ loop }) => loop.p99))
  const checks: [string, boolean][] = [
    ['not all of a burst was done', bursts.some(({ completed }) => !completed)],
    ['acts at once above 2 s', middle(bursts.map(({ acts }) => quantile(acts, 0.99))) > GOALS.act],
    ['reads beside them above 100 ms', middle(bursts.map(({ reads }) => quantile(reads, 0.95))) > GOALS.read],
    ['the next page above 150 ms', shown > GOALS.shown],
    ['tasks that a page was never told of', [...pages.plain, ...pages.beside].some(({ missed }) => missed > 0)],
    ['the loop later than 50 ms', loop > GOALS.loop],
    ['instances that did not end', rounds.lost > 0],
    ['answers of 500 and above', faults.length > 0],
  ]
  return checks.filter(([, isBroken]) => isBroken).map(([what]) => what)
}

const pageRow = (name: string, blocks: Shown[]) => [
  name,
  ...[0.5, 0.95].map((share) =>
    spread(
      blocks.map(({ times }) => quantile(times, share)),
      0,
    ),
  ),
  spread(
    blocks.map(({ loop }) => loop.p99),
    1,
  ),
  spread(
    blocks.map(({ loop }) => loop.most),
    1,
  ),
  blocks.reduce((sum, { lists }) => sum + lists, 0),
]

function figures(sizes: Sizes, found: Found): string[] {
  const { bursts, pages, rounds, locks, faults } = found
  const broken = brokenOf(found)
  const refused = [...rounds.refused].map(([what, times]) => `${what} (${times})`)
  return [
    `${sizes.people} people complete ${sizes.people} tasks of one instance at the same moment while ${sizes.readers} others read lists; ${bursts.length} times, median (least – most), ms:`,
    '',
    ...table(
      ['', 'p50', 'p95', 'p99', 'goal'],
      [
        [
          'completing',
          ...[0.5, 0.95, 0.99].map((share) =>
            spread(
              bursts.map(({ acts }) => quantile(acts, share)),
              0,
            ),
          ),
          'p99 2,000',
        ],
        [
          'reads of others',
          ...[0.5, 0.95, 0.99].map((share) =>
            spread(
              bursts.map(({ reads }) => quantile(reads, share)),
              0,
            ),
          ),
          'p95 100',
        ],
      ],
    ),
    '',
    `${rounds.rounds} rounds in ${sizes.lanes} lanes of ${PEOPLE_IN_LANE} people in one organisation: eight complete tasks of one instance, one decides on files by a decision that binds`,
    'them, one sends a new version of them, one hands all their work over and the zone is changed, all at the same moment.',
    '',
    `- acts: ${rounds.acts}; instances that did not end: ${rounds.lost}; answers of 500 and above: ${faults.length}${faults.length > 0 ? ` (${[...new Set(faults)].join(', ')})` : ''}`,
    `- refused, as whoever comes too late is: ${refused.length > 0 ? refused.join(', ') : 'none'}`,
    `- PostgreSQL refused and the act was repeated: deadlocks (40P01) ${locks.deadlocks}, locks not had in time (55P03) ${locks.timeouts}`,
    '',
    `From sending \`complete\` until the next person's page, told by its socket, has read the task: ${sizes.people} people with a page each, ${sizes.acts} acts at five a second, ${sizes.blocks} times`,
    `each in turns, without and with lists of ${sizes.items.toLocaleString('en')} items that are opened meanwhile. The loop's delay is measured in the API itself, ms:`,
    '',
    ...table(
      ['', 'page p50', 'page p95', 'loop p99', 'loop most', 'lists opened'],
      [pageRow('without lists', pages.plain), pageRow('with lists', pages.beside)],
    ),
    '',
    `Goals: page p95 150 ms without lists, loop p99 50 ms with them. Promises broken: ${broken.length === 0 ? 'none' : broken.join('; ')}.`,
  ]
}

async function main(): Promise<number> {
  const given = process.argv.slice(2)
  const small = given.includes('small')
  const asked = given.find((one) => one.startsWith('rounds='))?.slice('rounds='.length)
  const size = small ? SMALL : LARGE
  const sizes = { ...size, rounds: Number(asked ?? size.rounds) }
  const crowd = await startCrowd(sizes.people + sizes.readers)
  let kept = false
  try {
    const doing = crowd.people.slice(0, sizes.people)
    const bursts = await together(crowd, doing, crowd.people.slice(sizes.people), ROUNDS)
    say('all at once: done')
    const pages = await nextPages(crowd, sizes)
    say('the next page: done')
    const rounds = await playRounds(crowd, sizes.rounds, sizes.lanes)
    const found = { bursts, pages, rounds, locks: crowd.refusedLocks(), faults: crowd.faults }
    const lines = figures(sizes, found)
    if (small) for (const line of lines) say(line)
    else writeFigures('crowd', 'Many people at once', lines)
    kept = brokenOf(found).length === 0
  } finally {
    await crowd.stop(!kept)
  }
  return kept ? 0 : 1
}

process.exitCode = isOnOwnStack() ? await main() : againOnOwnStack()
