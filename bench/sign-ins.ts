/**
 * The large size of the test of sign-ins whose workers are killed: `pnpm bench sign-ins [connections] [kills]`. The test
 * fails where a call is made with an ended token, a refresh token is lost, or a token is renewed twice for one end.
 */
import { spawnSync } from 'node:child_process'
import { writeFigures } from './support/figures.ts'

const [connections = '60', kills = '6'] = process.argv.slice(2)
const env = { ...process.env, SIGN_INS: connections, KILLS: kills }
const args = ['scripts/test.ts', 'crash', 'sign-in']
const { status, stdout } = spawnSync(process.execPath, args, { env, stdio: ['inherit', 'pipe', 'inherit'] })
const said = stdout.toString('utf8')
process.stdout.write(said)
const [, calls, renewals, repeated] =
  /connections, (\d+) calls, (\d+) renewals, \d+ kills, (\d+) repeated/.exec(said) ?? []
if (status !== 0 || calls === undefined) process.exitCode = 1
else
  writeFigures('sign-ins', 'Sign-ins that are renewed while workers are killed', [
    `${connections} connections with tokens of 10 s and refresh tokens that change each time, called all the time by two`,
    `workers, of which one was killed (-9) ${kills} times.`,
    '',
    `- ${calls} calls: 0 with an ended token, 0 failed`,
    `- ${renewals} renewals: 0 refresh tokens lost, one for each end of a token; ${repeated} were made again because a`,
    '  kill fell between the answer of the provider and our commit',
  ])
