import { useState } from 'react'

/**
 * What somebody decides on is what lay before them when they were asked. Where it has become something else since, the
 * next press only takes that in hand, and the one after it decides.
 */
export function useConfirmedValue(now: string) {
  const [inHand, setInHand] = useState(now)
  const [told, setTold] = useState<'refused' | 'taken'>()
  const isOther = now !== inHand
  const take = () => {
    setInHand(now)
    setTold('taken')
  }
  // The press that was refused was the one that takes.
  if (isOther && told === 'refused') take()
  return {
    inHand,
    changed: isOther || told !== undefined,
    isTaken: !isOther && told === 'taken',
    /** Whether this press decides. */
    press: () => {
      if (isOther) take()
      return !isOther
    },
    /** The server knows of a change that is not here yet. */
    refused: () => setTold('refused'),
    decided: () => setTold(undefined),
  }
}
