import { useCallback, useState } from 'react'
import { reasonOf } from '../server-message.ts'

/** Why a form was not accepted; stands above or below its fields. */
type SubmitProblem = { title: string; text?: string | undefined }

/** The call of a form. It shows that it is busy, and a refusal is shown with the form instead of in a toast. */
export function useSubmit() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SubmitProblem>()
  /** The answer, or undefined where it was refused. */
  const submit = useCallback(async <T>(call: () => Promise<T>, failed: string): Promise<T | undefined> => {
    setBusy(true)
    setProblem(undefined)
    try {
      return await call()
    } catch (error) {
      setProblem({ title: failed, text: reasonOf(error) })
      return undefined
    } finally {
      setBusy(false)
    }
  }, [])
  return { busy, problem, setProblem, submit }
}
