import { isOne } from '../../../shared/address-params.ts'

export type FormBuilderSearch = {
  mode?: 'outline' | 'preview'
  /** Opens for editing at once. */
  edit?: true
}

export const formBuilderSearch = ({ mode, edit }: Record<string, unknown>): FormBuilderSearch => ({
  ...(isOne(['outline', 'preview'], mode) && { mode }),
  ...(edit === true && { edit }),
})
