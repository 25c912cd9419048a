/**
 * Work that begins by itself: `pnpm bench starts` shows all of it, with its name one part, with a seed the same again:
 * `pnpm bench starts [zones|crashes|missed|clocks] [seed]`, or `crashes small` for the size that runs with the tests.
 */
import { randomInt } from 'node:crypto'
import { writeFigures } from './support/figures.ts'
import { againOnOwnStack, isOnOwnStack } from './support/runs/own-stack.ts'
import { clocks } from './support/starts/clocks.ts'
import { crashes } from './support/starts/crashes.ts'
import { missed } from './support/starts/missed.ts'
import { compareZones } from './support/starts/zones.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const whole = (count: number) => count.toLocaleString('en')

function zones(seed: number): boolean {
  const { zones, changes, compared, differing } = compareZones(seed, Intl.supportedValuesOf('timeZone'), say)
  writeFigures('starts-zones', 'When schedules run, in all time zones', [
    `All ${zones} zones of the platform and each of the ${whole(changes)} changes of their clocks from 2020 to 2035, with every kind of rule and every`,
    'rule for days off, random weeks and holidays around it: the runs of 85 days beside those of rrule-temporal and',
    `temporal-polyfill; seed ${seed}.`,
    '',
    `- compared: ${whole(compared)}; differing: ${differing.length}`,
    ...differing.slice(0, 10).map((one) => `- ${one}`),
  ])
  return differing.length === 0
}

const args = process.argv.slice(2)
const small = args.includes('small')
const seed = Number(args.find((one) => /^\d+$/.test(one)) ?? randomInt(1_000_000))
const PARTS = {
  zones: async () => zones(seed),
  crashes: () => crashes(seed, small, say),
  missed: () => missed(say),
  clocks: () => clocks(say),
}
const isPart = (name: string): name is keyof typeof PARTS => Object.hasOwn(PARTS, name)
const named = args.filter(isPart)
const wanted = named.length > 0 ? named : Object.keys(PARTS).filter(isPart)

async function main(): Promise<number> {
  say(`seed ${seed}`)
  let broken = 0
  for (const part of wanted) if (!(await PARTS[part]())) broken++
  return broken === 0 ? 0 : 1
}

// PostgreSQL and the engine are killed too.
const needsOwnStack = !small && wanted.some((part) => part === 'crashes' || part === 'missed')
process.exitCode = !needsOwnStack || isOnOwnStack() ? await main() : againOnOwnStack()
