import { useEffect, useState } from 'react'

/** What is typed and has not come back yet. `from` is the value it was typed over. */
type Typing = { text: string; from: string; given: readonly string[] }

/**
 * What is being typed, shown at once and given upward at the same moment. A value that comes back late, one of those
 * given before, does not overwrite newer letters; any other (undo, a colleague) does.
 */
export function useTyped(value: string, give: (text: string) => void): [string, (text: string) => void] {
  const [typing, setTyping] = useState<Typing>()
  const own = typing && (value === typing.from || typing.given.includes(value)) ? typing : undefined
  useEffect(() => {
    // From here on, the value given before is only an older value.
    // oxlint-disable-next-line react/set-state-in-effect -- only once the value has come back can it be told from an undo
    setTyping((now) => (now?.text === value ? undefined : now))
  }, [value])
  const type = (text: string) => {
    setTyping(own ? { ...own, text, given: [...own.given, text] } : { text, from: value, given: [text] })
    give(text)
  }
  return [own?.text ?? value, type]
}
