import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Input } from './input.tsx'

const PAUSE = 250

type SearchInputProps = {
  label: string
  /** The label, unless something else is said. */
  placeholder?: string
  /** What is searched for now; a change from outside (cleared filters, a link) shows in the field. */
  value: string
  /** Told when typing has paused, and at once on Enter. */
  onSearch: (words: string) => void
  className?: string
  size?: 'sm' | 'md'
}

export function SearchInput({ label, placeholder = label, value, onSearch, className, size = 'sm' }: SearchInputProps) {
  const [words, setWords] = useState(value)
  const told = useRef(value)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setWords(value)
  }, [value])
  useEffect(() => () => clearTimeout(pause.current), [])
  const tell = (next: string) => {
    clearTimeout(pause.current)
    if (next.trim() === told.current) return
    told.current = next.trim()
    onSearch(told.current)
  }
  const change = (next: string) => {
    setWords(next)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => tell(next), PAUSE)
  }
  return (
    <Input
      type="search"
      size={size}
      icon={Search}
      aria-label={label}
      placeholder={placeholder}
      value={words}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(words)
        if (event.key === 'Escape' && words) {
          event.stopPropagation()
          setWords('')
          tell('')
        }
      }}
      {...(className && { className })}
    />
  )
}
