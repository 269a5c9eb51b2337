import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { focusTitle } from '../Page';

/** A button that its own action may take away, such as that of a row which it deletes: the title gets its focus. */
export function PassingButton(props: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const shown = button.current;
    return () => {
      if (document.activeElement === shown) focusTitle();
    };
  }, []);
  return <Button ref={button} {...props} />;
}
