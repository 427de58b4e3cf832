# expect: error crash
# Text that is a format to whoever formats it once more.
def decide(request):
    raise ValueError("%s%s%n {0.__class__.__mro__} ${jndi:ldap://x} {% include 'settings.py' %}")
