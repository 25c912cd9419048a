const CONTROLS = 'input:not([hidden]), textarea, button, [role="combobox"]'

/** Where the answer to a field is given; in a table the first cell that is wrong. */
export function focusField(form: HTMLElement, name: string) {
  const field = [...form.querySelectorAll<HTMLElement>('[data-field]')].find((one) => one.dataset['field'] === name)
  const control =
    field?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    field?.querySelector<HTMLElement>('[data-add-row]') ??
    field?.querySelector<HTMLElement>(CONTROLS)
  control?.focus()
  field?.scrollIntoView?.({ block: 'nearest' })
}
