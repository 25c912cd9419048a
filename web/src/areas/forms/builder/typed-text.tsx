import { type ComponentProps, startTransition } from 'react'
import { useTyped } from '../../../shared/expressions/use-typed.ts'
import { Input, type InputProps } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'

/**
 * Letters stand in their box at once. The form around it follows when the browser has time for it: with hundreds of
 * elements that takes longer than the next key press may wait.
 */
export const useTypedText = (value: string, onText: (text: string) => void): [string, (text: string) => void] =>
  useTyped(value, (text) => startTransition(() => onText(text)))

type Typed = { value: string; onText: (text: string) => void }

export function TypedInput({ value, onText, ...rest }: Omit<InputProps, 'value' | 'onChange'> & Typed) {
  const [text, type] = useTypedText(value, onText)
  return <Input {...rest} value={text} onChange={({ target }) => type(target.value)} />
}

export function TypedTextarea({
  value,
  onText,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & Typed) {
  const [text, type] = useTypedText(value, onText)
  return <Textarea {...rest} value={text} onChange={({ target }) => type(target.value)} />
}
