import { styled } from 'styled-components';
import { Logo } from '../ui/icons/logo.tsx';

/** The deployment's own logo, or the product's mark. Its name stands beside it. */
export function BrandMark({ logo, size = 34 }: { readonly logo: string | null; readonly size?: number }) {
  if (logo === null) return <Logo size={size} />;
  return <Picture src={logo} alt="" width={size} height={size} />;
}

const Picture = styled.img`
  flex: none;
  border-radius: 8px;
  object-fit: contain;
`;
