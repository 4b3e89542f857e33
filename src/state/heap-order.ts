/**
 * What objects are known by when states are compared. canonical: by how they are reached, so that where they lie
 * does not matter. as-allocated: by where they lie, which is by when they were made on the path; states that differ in
 * nothing else are two.
 */
export const HEAP_ORDERS = ["canonical", "as-allocated"] as const;
export type HeapOrder = (typeof HEAP_ORDERS)[number];
