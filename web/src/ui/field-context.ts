import { createContext, useContext } from 'react'

type FieldLink = { id: string; labelId: string; noteId: string | undefined; invalid: boolean }

export const FieldContext = createContext<FieldLink | null>(null)

type Own = { id?: string | undefined; 'aria-describedby'?: string | undefined; 'aria-invalid'?: Aria | undefined }
type Aria = boolean | 'true' | 'false' | 'grammar' | 'spelling'
type Linked = { id: string | undefined; 'aria-describedby': string | undefined; 'aria-invalid': Aria | undefined }

/** What ties a control to the label and note of the Field around it; the control's own attributes win. */
export function useFieldLink(own: Own = {}): Linked {
  const field = useContext(FieldContext)
  const notes = [own['aria-describedby'], field?.noteId].filter(Boolean).join(' ')
  return {
    id: own.id ?? field?.id,
    'aria-describedby': notes || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  }
}

type Named = { 'aria-label': string | undefined; 'aria-labelledby': string | undefined }

/** Names a part that a `<label>` cannot point at, such as an open list. */
export function useFieldLabel(own: string | undefined): Named {
  const field = useContext(FieldContext)
  return { 'aria-label': own, 'aria-labelledby': own ? undefined : field?.labelId }
}
