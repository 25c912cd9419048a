import { useEffect, useState } from 'react'

const PAUSE = 700

/** A text once it has stood for a moment: what changes with every letter typed is not read aloud each time. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
