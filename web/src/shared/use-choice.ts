import { useDeferredValue, useState } from 'react'

type Choice = { value: string; label: string; hint?: string }

type ChoiceOptions = {
  /** The label of choosing none, where that is possible. */
  any?: string
  value: string | undefined
  /** The chosen one's name, where the page knows it. */
  knownName?: string | undefined
  /** Its label until its name is known. */
  unnamed: string
}

/**
 * One of thousands, found by typing. What is chosen stays among the items although it does not fit what is typed, and
 * as long as the box says what is chosen, nothing is searched for.
 */
export function useChoice({ any, value, knownName, unnamed }: ChoiceOptions) {
  const [typed, setTyped] = useState('')
  const [last, setLast] = useState<Choice>()
  const name = last?.value === value ? last?.label : knownName
  const isSearch = typed !== any && typed !== (name ?? unnamed)
  const search = useDeferredValue(isSearch ? typed.trim() : '')
  const comboboxProps = (found: readonly Choice[], onChange: (value: string | undefined) => void) => {
    const isMissing = value !== undefined && !found.some((one) => one.value === value)
    return {
      items: [
        ...(any === undefined ? [] : [{ value: '', label: any }]),
        ...(isMissing ? [{ value, label: name ?? unnamed }] : []),
        ...found,
      ],
      value: value ?? '',
      onSearch: setTyped,
      onChange: (next: string) => {
        setLast(found.find((one) => one.value === next))
        onChange(next || undefined)
      },
    }
  }
  return { search, comboboxProps }
}
