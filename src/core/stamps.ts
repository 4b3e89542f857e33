/**
 * Marks that can all be removed at once: an entry is marked if its stamp is the present epoch, so the next epoch
 * begins without any mark. Stamps have 31 bits. Once epochs run out, old stamps must be cleared: otherwise an
 * entry that was marked 2^31 epochs ago would count as marked again.
 */
const MAX_EPOCH = 0x7fff_ffff;

/**
 * The epoch after `epoch`. The caller may itself count up to `count` epochs in total before it
 * calls this again.
 */
export function nextEpoch(stamps: Int32Array, epoch: number, count = 1): number {
  if (epoch <= MAX_EPOCH - count) return epoch + 1;
  stamps.fill(0);
  return 1;
}
