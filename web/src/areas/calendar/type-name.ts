import { categoryName } from '../../shared/workflow-categories.texts.ts'
import { texts } from './calendar.texts.ts'

const UNCATEGORIZED = 'Uncategorized'

/** What the calendar calls a workflow's category, in the filter and in an item alike. */
export const typeName = (type: string): string => (type === UNCATEGORIZED ? texts.other : categoryName(type))
