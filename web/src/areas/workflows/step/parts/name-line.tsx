import { useTyped } from '../../../../shared/expressions/use-typed.ts'
import { Input } from '../../../../ui/input.tsx'
import { texts } from '../step.texts.ts'
import { useEditable } from '../step-context.ts'
import { ReadLine } from './read-line.tsx'

type NameLineProps = { label: string; value: string; taken: readonly string[]; onChange: (name: string) => void }

/** A name that only one entry can have. One that another has stays in the box and is not given on. */
export function NameLine({ label, value, taken, onChange }: NameLineProps) {
  const editable = useEditable()
  const [text, type] = useTyped(value, (typed) => !taken.includes(typed.trim()) && onChange(typed.trim()))
  const twice = text.trim() !== value && taken.includes(text.trim())
  if (!editable) return <ReadLine bare mono label={label} value={value} />
  return (
    <div className="min-w-0">
      <Input
        aria-label={label}
        aria-invalid={twice || undefined}
        spellCheck={false}
        value={text}
        onChange={({ target }) => type(target.value)}
        className="font-mono text-xs!"
      />
      {twice && (
        <p role="alert" className="mt-1 text-xs text-danger-fg">
          {texts.nameTaken}
        </p>
      )}
    </div>
  )
}

/** The record with one entry under another key or value; the order stays. */
export function withEntry<V>(of: Readonly<Record<string, V>>, at: number, entry: [string, V]): Record<string, V> {
  return Object.fromEntries(Object.entries(of).with(at, entry))
}

export function withoutEntry<V>(of: Readonly<Record<string, V>>, at: number): Record<string, V> | undefined {
  const rest = Object.entries(of).toSpliced(at, 1)
  return rest.length > 0 ? Object.fromEntries(rest) : undefined
}

/** `name`, or `name_2` and so on where it is taken. */
export function freshName(name: string, taken: readonly string[]): string {
  for (let n = 1; ; n++) {
    const one = n === 1 ? name : `${name}_${n}`
    if (!taken.includes(one)) return one
  }
}
