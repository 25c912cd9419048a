import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { controlBox, controlSizes } from '../../../ui/control-style.ts'
import { Field } from '../../../ui/field.tsx'
import { useFieldLabel, useFieldLink } from '../../../ui/field-context.ts'
import { popupBox, popupItem, popupLayer } from '../../../ui/popup-style.ts'
import { clientsQuery } from '../instances.api.ts'
import { spec, texts } from '../start/start.texts.ts'

type CustomerFieldProps = { label?: string; value: string; onChange: (name: string) => void; className?: string }

const same = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase()

/** Known ones are offered while typing; one that is not known is announced before it is made. */
export function CustomerField({ label = spec.fields.customer, value, onChange, className }: CustomerFieldProps) {
  const search = useDeferredValue(value.trim())
  const { data = [], isPlaceholderData } = useQuery(clientsQuery(search))
  const settled = search === value.trim() && !isPlaceholderData
  const isNew = settled && search !== '' && !data.some(({ name }) => same(name, value))
  const names = data.map(({ name }) => name).filter((name) => !same(name, value))
  return (
    <Field
      label={label}
      optional
      hint={isNew && <output translate="no">{texts.newCustomer(search)}</output>}
      {...(className && { className })}
    >
      <Suggested value={value} onChange={onChange} names={names} />
    </Field>
  )
}

type SuggestedProps = { value: string; onChange: (name: string) => void; names: readonly string[] }

function Suggested({ value, onChange, names }: SuggestedProps) {
  const [open, setOpen] = useState(false)
  const link = useFieldLink()
  const label = useFieldLabel(undefined)
  return (
    <Autocomplete.Root
      items={[...names]}
      filter={null}
      value={value}
      onValueChange={onChange}
      open={open && names.length > 0}
      onOpenChange={setOpen}
    >
      <Autocomplete.Input {...link} maxLength={200} className={cn(controlBox, controlSizes.md)} />
      {open && names.length > 0 && (
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} align="start" className={popupLayer}>
            <div className={cn(popupBox, 'w-[max(12rem,var(--anchor-width))]')}>
              <Autocomplete.List {...label}>
                {(name: string) => (
                  <Autocomplete.Item key={name} value={name} translate="no" className={popupItem}>
                    <span className="truncate">{name}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </div>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  )
}
