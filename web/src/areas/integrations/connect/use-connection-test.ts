import { type ConnectionTest, getConnectionTest } from '@throughline/contracts/connection-acts'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../shared/api.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { texts } from './connect.texts.ts'

const PAUSE = 500
const MAX_ROUNDS = 80

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))

/** The worker makes the test; the page asks until it has. */
async function ended(begun: ConnectionTest): Promise<ConnectionTest> {
  let test = begun
  for (let round = 0; test.state === 'under_way' && round < MAX_ROUNDS; round++) {
    await pause()
    test = (await api(getConnectionTest, { params: { connectionTestId: test.id } })).data
  }
  return test
}

export type TestOutcome = { test: ConnectionTest; of: string; at: number } | { problem: string; of: string }

/** Runs a test and keeps what came of it, with what was tested: a change makes it old. */
export function useConnectionTest() {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<TestOutcome>()
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  const run = async (
    of: string,
    begin: () => Promise<{ data: ConnectionTest }>,
  ): Promise<ConnectionTest | undefined> => {
    setBusy(true)
    setOutcome(undefined)
    try {
      const test = await ended((await begin()).data)
      if (!gone.current) setOutcome({ test, of, at: Date.now() })
      return test
    } catch (error) {
      if (!gone.current) setOutcome({ problem: serverMessageOf(error) ?? texts.notMade, of })
      return undefined
    } finally {
      if (!gone.current) setBusy(false)
    }
  }
  return { busy, outcome, run }
}
