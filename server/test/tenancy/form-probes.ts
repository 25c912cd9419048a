import { trashedForm } from './form-rows.ts'
import { answersUs, type Probe } from './probes.ts'

const PURGE = 'select auth.purge_form_versions($1) as gone'

export const FORM_PROBES: Probe[] = [
  answersUs('versions of a form in our trash can be purged', PURGE, [trashedForm('a')], (row) => row['gone'] === 1),
  answersUs(
    'versions of a form in their trash cannot be purged by us',
    PURGE,
    [trashedForm('b')],
    (row) => row['gone'] === 0,
  ),
]
