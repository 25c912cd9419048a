/**
 * The large size of the test of sign-ins whose workers are killed: `pnpm bench sign-ins [connections] [kills]`. The test
 * fails where a call is made with an ended token, a refresh token is lost, or a token is renewed twice for one end.
 */
import { writeFigures } from './support/figures.ts'
import { runTests } from './support/run-tests.ts'

const [connections = '60', kills = '6'] = process.argv.slice(2)
const said = runTests(['crash', 'sign-in'], { SIGN_INS: connections, KILLS: kills }) ?? ''
const [, calls, renewals, repeated] =
  /connections, (\d+) calls, (\d+) renewals, \d+ kills, (\d+) repeated/.exec(said) ?? []
if (calls === undefined) process.exitCode = 1
else
  writeFigures('sign-ins', 'Sign-ins that are renewed while workers are killed', [
    `${connections} connections with tokens of 10 s and refresh tokens that change each time, called all the time by two`,
    `workers, of which one was killed (-9) ${kills} times.`,
    '',
    `- ${calls} calls: 0 with an ended token, 0 failed`,
    `- ${renewals} renewals: 0 refresh tokens lost, one for each end of a token; ${repeated} were made again because a`,
    '  kill fell between the answer of the provider and our commit',
  ])
