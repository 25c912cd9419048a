/** Steps in the order in which the outline has them. */
export { stepsInOrder } from './outline.ts'
