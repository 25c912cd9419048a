import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Answers whether the page may be left; asks the person when something is not saved. */
type Ask = () => Promise<boolean>

let current: Ask | undefined

/** For code that leaves the page without a navigation of the router. */
export const mayLeave: Ask = async () => (current ? current() : true)

interface Guard {
  /** Addresses that keep the page open are not asked about. */
  stays: (pathname: string) => boolean
  /** Tried before anybody is asked: whether nothing is unsaved any more. */
  settle: () => Promise<boolean>
}

/**
 * While there are unsaved changes: closing the window and every way to another page ask first. `question` is what the
 * dialog answers; it is there while somebody wants to leave.
 */
export function useUnsavedGuard(unsaved: boolean, guard?: Guard) {
  const { history } = useRouter()
  const [question, setQuestion] = useState<{ answer: (leave: boolean) => void }>()
  useEffect(() => {
    if (!unsaved) return undefined
    const answered: Ask = () =>
      new Promise((resolve) => {
        setQuestion({
          answer: (leave) => {
            setQuestion(undefined)
            resolve(leave)
          },
        })
      })
    const ask: Ask = async () => (await guard?.settle()) || answered()
    current = ask
    const unblock = history.block({
      blockerFn: async ({ nextLocation }) => !guard?.stays(nextLocation.pathname) && !(await ask()),
    })
    return () => {
      unblock()
      if (current === ask) current = undefined
    }
  }, [unsaved, history, guard])
  return question
}
