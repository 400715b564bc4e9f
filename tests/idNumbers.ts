const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * Returns a made-up ID number that forms take.
 * @param first its first 17 digits, as 11010119900307001: the place, the date of birth, and a number that is odd for men
 * @returns them with the check character that follows from them
 */
export function completeIdNumber(first: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(first[index]), 0);
  return `${first}${'10X98765432'.charAt(sum % 11)}`;
}
