import type { FormPageData } from '@throughline/flow/form-view'
import { startFormPage } from './form-page.ts'
import './page.css'

const form = document.querySelector<HTMLFormElement>('form[data-form]')
if (form) {
  const data: FormPageData = JSON.parse(form.dataset.form ?? '')
  startFormPage(form, data)
}
