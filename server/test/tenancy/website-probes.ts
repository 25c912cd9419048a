import { answers, answersUs, type Probe } from './probes.ts'
import { trashedWebsite } from './website-rows.ts'

const PURGE = 'select auth.purge_website_versions($1) as gone'

export const WEBSITE_PROBES: Probe[] = [
  answersUs(
    'versions of a website in our trash can be purged',
    PURGE,
    [trashedWebsite('a')],
    (row) => row['gone'] === 1,
  ),
  answersUs(
    'versions of a website in their trash cannot be purged by us',
    PURGE,
    [trashedWebsite('b')],
    (row) => row['gone'] === 0,
  ),
  answers(
    'websites whose time in the trash is over are found',
    'tl_worker',
    'select count(*)::int as n from auth.tenants_with_old_websites(100)',
    [],
    (row) => row['n'] === 1,
  ),
]
